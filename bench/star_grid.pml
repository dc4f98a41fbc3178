/* Star Grid for Spin. One d_step is one move, and makes one state.
   The sizes are macros: players, columns, rows, plain values, copies of each, Stars (R <= 3, V <= 3, C*R <= 4 or 6).
   A d_step takes the first executable option of any choice inside it, so each pair of cell and value is an option of
   the one loop, written out by the preprocessor. The process stays at one place after its first step and has no
   locals, so the states kept are those of the game and one more: that before the first top card is chosen.
   A finished game loops on itself, so an invalid end state that is reported is a dead end. */
#ifndef P
#define P 2
#endif
#ifndef C
#define C 2
#endif
#ifndef R
#define R 2
#endif
#ifndef V
#define V 2
#endif
#ifndef K
#define K 4
#endif
#ifndef S
#define S 2
#endif
#define N (C*R)
#define DOWN (V+1)
#define GONE (V+2)
#define NONE (V+1)
#define NOBODY P
#define COPIES(v) ((v) == V -> S : K)

byte cell[P*N] = DOWN;
byte pool[V+1] = K;     /* the Stars are put right by the first step */
byte top = 0;
byte hand = 0;
byte turn = 0;
byte ender = 0;
bool over = false;

#define AT(i) cell[turn*N+(i)]

/* Unseen and face-down counts, written out. */
#if V == 1
#define UNSEEN (pool[0]+pool[1])
#elif V == 2
#define UNSEEN (pool[0]+pool[1]+pool[2])
#elif V == 3
#define UNSEEN (pool[0]+pool[1]+pool[2]+pool[3])
#endif

/* Scratch, which no state depends on: hidden keeps it out of them. */
hidden byte q; hidden byte x; hidden byte y; hidden byte ok; hidden byte w;

inline Check() {            /* conservation, in every state reached */
  x = 0;
  do
  :: x <= V ->
     y = pool[x] + (top == x -> 1 : 0) + (hand == x -> 1 : 0);
     q = 0;
     do
     :: q < P*N -> y = y + (cell[q] == x -> 1 : 0); q++
     :: else -> break
     od;
     assert(y <= COPIES(x));
     x++
  :: else -> break
  od;
  x = 0; y = 0; q = 0
}

inline Finish(i) {          /* the column of i goes if it is complete; then the turn ends */
  ok = 1; x = V; q = ((i)/R)*R;
  do
  :: q < ((i)/R)*R + R ->
     if
     :: AT(q) > V -> ok = 0
     :: AT(q) < V && x == V -> x = AT(q)
     :: AT(q) < V && x != V && x != AT(q) -> ok = 0
     :: else
     fi;
     q++
  :: else -> break
  od;
  if
  :: ok == 1 -> q = ((i)/R)*R;
     do
     :: q < ((i)/R)*R + R -> AT(q) = GONE; q++
     :: else -> break
     od
  :: else
  fi;
  ok = 0; q = 0;
  do
  :: q < N -> ok = (ok || AT(q) == DOWN); q++
  :: else -> break
  od;
  if
  :: ender == NOBODY && ok == 0 -> ender = turn
  :: else
  fi;
  if
  :: ender != NOBODY && (turn+1)%P == ender -> over = true
  :: else -> turn = (turn+1)%P
  fi;
  ok = 0;
  Check()
}

/* The number of face-down cells is needed in the guard of Draw, so it must be an expression. */
#define D1(a) (cell[a] == DOWN)
#define D2(a) (D1(a)+D1(a+1))
#define D4(a) (D2(a)+D2(a+2))
#if P*N == 2
#define DOWNS D2(0)
#elif P*N == 4
#define DOWNS D4(0)
#elif P*N == 6
#define DOWNS (D4(0)+D2(4))
#elif P*N == 8
#define DOWNS (D4(0)+D4(4))
#elif P*N == 12
#define DOWNS (D4(0)+D4(4)+D4(8))
#elif P*N == 18
#define DOWNS (D4(0)+D4(4)+D4(8)+D4(12)+D2(16))
#endif

#define START(v) :: d_step { true -> pool[V] = S; pool[v]--; top = v; hand = NONE; ender = NOBODY; Check() }

#define TAKE_UP(i) :: d_step { !over && hand == NONE && AT(i) <= V -> \
    w = AT(i); AT(i) = top; top = w; w = 0; Finish(i) }
#define PLACE_UP(i) :: d_step { !over && hand != NONE && AT(i) <= V -> \
    top = AT(i); AT(i) = hand; hand = NONE; Finish(i) }
#define TAKE_DOWN(i,v) :: d_step { !over && hand == NONE && AT(i) == DOWN && pool[v] > 0 -> \
    pool[v]--; AT(i) = top; top = v; Finish(i) }
#define PLACE_DOWN(i,v) :: d_step { !over && hand != NONE && AT(i) == DOWN && pool[v] > 0 -> \
    pool[v]--; AT(i) = hand; top = v; hand = NONE; Finish(i) }
#define FLIP(i,v) :: d_step { !over && hand != NONE && AT(i) == DOWN && pool[v] > 0 -> \
    pool[v]--; AT(i) = v; top = hand; hand = NONE; Finish(i) }
#define DRAW(v) :: d_step { !over && hand == NONE && pool[v] > 0 && UNSEEN > DOWNS -> \
    pool[v]--; hand = v; Check() }
#define REVEAL(i,v) TAKE_DOWN(i,v) PLACE_DOWN(i,v) FLIP(i,v)
#if V == 1
#define VALUES(i) REVEAL(i,0) REVEAL(i,1)
#elif V == 2
#define VALUES(i) REVEAL(i,0) REVEAL(i,1) REVEAL(i,2)
#elif V == 3
#define VALUES(i) REVEAL(i,0) REVEAL(i,1) REVEAL(i,2) REVEAL(i,3)
#endif
#define MOVES(i) TAKE_UP(i) PLACE_UP(i) VALUES(i)

active proctype game() {
  if
  START(0)
  START(1)
#if V >= 2
  START(2)
#endif
#if V >= 3
  START(3)
#endif
  fi;
  do
  :: over
  DRAW(0)
  DRAW(1)
#if V >= 2
  DRAW(2)
#endif
#if V >= 3
  DRAW(3)
#endif
  MOVES(0)
  MOVES(1)
#if N > 2
  MOVES(2)
#endif
#if N > 3
  MOVES(3)
#endif
#if N > 4
  MOVES(4)
  MOVES(5)
#endif
  od
}
