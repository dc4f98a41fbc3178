-- Star Grid for rumur. One rule firing is one move, and makes one state.
-- The constants are those of the smallest size; what measures puts others in their place.
-- MAXPOOL is the most cards of one value.
const
  P: 2;
  C: 1;
  R: 2;
  V: 2;
  K: 3;
  S: 1;
  MAXPOOL: 3;

  DOWN: V+1;
  GONE: V+2;
  NONE: V+1;
  NOBODY: P;

type
  player: 0..P-1;
  who: 0..P;
  col: 0..C-1;
  row: 0..R-1;
  value: 0..V;
  held: 0..V+1;
  face: 0..V+2;
  amount: 0..MAXPOOL;
  total: 0..P*C*R+2+MAXPOOL;

var
  cell: array[player] of array[col] of array[row] of face;
  pool: array[value] of amount;
  top: value;
  hand: held;
  turn: player;
  ender: who;
  over: boolean;

function Copies(v: value): amount;
begin
  if v = V then return S; else return K; end;
end;

function Seen(v: value): total;
var n: total;
begin
  n := 0;
  for p: player do for c: col do for r: row do
    if cell[p][c][r] = v then n := n + 1; end;
  end; end; end;
  if top = v then n := n + 1; end;
  if hand = v then n := n + 1; end;
  return n;
end;

function Unseen(): total;
var n: total;
begin
  n := 0;
  for v: value do n := n + pool[v]; end;
  return n;
end;

function Downs(): total;
var n: total;
begin
  n := 0;
  for p: player do for c: col do for r: row do
    if cell[p][c][r] = DOWN then n := n + 1; end;
  end; end; end;
  return n;
end;

function Complete(c: col): boolean;
begin
  return exists v: value do
    forall r: row do cell[turn][c][r] = v | cell[turn][c][r] = V end
  end;
end;

procedure Finish(c: col);
var anyDown: boolean; n: player;
begin
  n := (turn + 1) % P;
  if Complete(c) then
    for r: row do cell[turn][c][r] := GONE; end;
  end;
  anyDown := exists d: col do exists r: row do cell[turn][d][r] = DOWN end end;
  if ender = NOBODY & !anyDown then ender := turn; end;
  if ender != NOBODY & n = ender then over := true; else turn := n; end;
end;

ruleset v: value do
  startstate "start"
  begin
    for p: player do for c: col do for r: row do cell[p][c][r] := DOWN; end; end; end;
    for w: value do pool[w] := Copies(w); end;
    pool[v] := pool[v] - 1;
    top := v;
    hand := NONE;
    turn := 0;
    ender := NOBODY;
    over := false;
  end;
end;

ruleset c: col; r: row do
  rule "take a face-up card's place"
    !over & hand = NONE & cell[turn][c][r] <= V
  ==>
  var w: value;
  begin
    w := cell[turn][c][r];
    cell[turn][c][r] := top;
    top := w;
    Finish(c);
  end;

  rule "place on a face-up card"
    !over & hand != NONE & cell[turn][c][r] <= V
  ==>
  var w: value;
  begin
    w := cell[turn][c][r];
    cell[turn][c][r] := hand;
    top := w;
    hand := NONE;
    Finish(c);
  end;

  ruleset w: value do
    rule "take onto a face-down card"
      !over & hand = NONE & cell[turn][c][r] = DOWN & pool[w] > 0
    ==>
    begin
      pool[w] := pool[w] - 1;
      cell[turn][c][r] := top;
      top := w;
      Finish(c);
    end;

    rule "place on a face-down card"
      !over & hand != NONE & cell[turn][c][r] = DOWN & pool[w] > 0
    ==>
    begin
      pool[w] := pool[w] - 1;
      cell[turn][c][r] := hand;
      top := w;
      hand := NONE;
      Finish(c);
    end;

    rule "flip"
      !over & hand != NONE & cell[turn][c][r] = DOWN & pool[w] > 0
    ==>
    begin
      pool[w] := pool[w] - 1;
      cell[turn][c][r] := w;
      top := hand;
      hand := NONE;
      Finish(c);
    end;
  end;
end;

ruleset w: value do
  rule "draw"
    !over & hand = NONE & pool[w] > 0 & Unseen() > Downs()
  ==>
  begin
    pool[w] := pool[w] - 1;
    hand := w;
  end;
end;

-- So that a state without a rule to fire is a dead end, and no finished game.
rule "finished" over ==> begin end;

invariant "conservation"
  forall v: value do pool[v] + Seen(v) <= Copies(v) end;
