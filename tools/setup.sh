#!/bin/sh
# Makes .venv ready: finds a Python, creates the environment, installs Rulewright with what its
# developers need. Does so once: .venv/ready is written last and says what it was made from, so an
# interrupted set-up, a changed pyproject.toml or a moved checkout is noticed and mended.
# PYTHON names the interpreter to use; pip's own settings (PIP_INDEX_URL, …) are respected.
set -u
cd "$(dirname "$0")/.." || exit 1

venv=.venv
stamp=$venv/ready
chosen=$venv/chosen-python
log=build/setup.log

say() { printf '%s\n' "$*"; }
stop() {
    printf '\nSet-up failed: %s\n' "$1" >&2
    shift
    for line in "$@"; do printf '  %s\n' "$line" >&2; done
    exit 1
}

# What a finished environment was made from. The path is in it because scripts in .venv hold it.
made_from() {
    cat pyproject.toml tools/setup.sh | cksum
    pwd
}

# Prints one word about an interpreter (ok, old, novenv) and its version; nothing if it cannot run.
probe() {
    "$1" -c '
import sys
version = "%d.%d.%d" % sys.version_info[:3]
if sys.version_info < (3, 11):
    print("old " + version)
else:
    try:
        import ensurepip, venv
    except ImportError:
        print("novenv " + version)
    else:
        print("ok " + version)
' 2>/dev/null
}

# Sets $python and $version to the first suitable interpreter, or stops with what to do.
find_python() {
    too_old='' without_venv=''
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.13 python3.12 python3.11
    fi
    for python in "$@"; do
        found=$(probe "$python") || found=''
        version=${found#* }
        case $found in
        ok*) return ;;
        old*) too_old="$too_old $python ($version)" ;;
        novenv*) without_venv="$without_venv $python ($version)" ;;
        esac
    done
    if [ -n "$without_venv" ]; then
        stop "this Python has no venv module:$without_venv" \
            "On Debian or Ubuntu: apt-get install python3-venv" \
            "Or name another Python: make check PYTHON=/path/to/python3"
    fi
    if [ -n "${PYTHON:-}" ] && [ -z "$too_old" ]; then
        stop "PYTHON=$PYTHON cannot be run." "Give the path of a Python 3.11 or newer."
    fi
    stop "Python 3.11 or newer is needed; found:${too_old:- none}" \
        "On Debian 12 or Ubuntu 24.04 and later: apt-get install python3 python3-venv" \
        "Or name one: make check PYTHON=/path/to/python3"
}

# The line of pip's log that says most: the last ERROR, else simply the last line.
last_words() {
    line=$(grep '^ *ERROR: ' "$log" | tail -n 1)
    [ -n "$line" ] || line=$(grep -v '^ *$' "$log" | tail -n 1)
    printf '%s\n' "$line" | sed 's/^ *//' | cut -c 1-300
}

install_failed() {
    if grep -qi 'no space left' "$log"; then
        stop "the disk is full." "Free some space and run the same command again."
    fi
    if grep -qiE 'connection|resolution|timed out|unreachable|proxy|no matching distribution' "$log"; then
        stop "the packages Rulewright needs could not be downloaded." \
            "Is this machine online, and is pip's index the right one (python3 -m pip config list)?" \
            "Once it is, run the same command again." \
            "pip said: $(last_words)" \
            "Its whole log: $log"
    fi
    stop "pip could not install Rulewright." "pip said: $(last_words)" "Its whole log: $log"
}

ready() {
    [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$(made_from)" ] || return 1
    [ -z "${PYTHON:-}" ] || [ "$(cat "$chosen" 2>/dev/null)" = "$PYTHON" ]
}

if ready; then exit 0; fi
find_python
say "Setting up $venv with Python $version (once, about a minute) …"
trap 'printf "\nSet-up interrupted; the next run starts it afresh.\n" >&2; exit 130' INT TERM HUP
mkdir -p build || stop "cannot write to $(pwd)/build."
rm -rf "$venv" || stop "cannot replace $(pwd)/$venv."
if ! "$python" -m venv "$venv" >"$log" 2>&1; then
    stop "$python could not create $venv." "It said: $(last_words)" "Its whole log: $log"
fi
say "Installing Rulewright and what it needs …"
export PIP_RETRIES="${PIP_RETRIES:-2}" # offline, pip's own five a package would take minutes
"$venv/bin/python" -m pip install --disable-pip-version-check --no-input --editable '.[dev]' \
    >>"$log" 2>&1 || install_failed
printf '%s\n' "$python" >"$chosen"
made_from >"$stamp" || stop "cannot write $stamp."
say "$venv is ready."
