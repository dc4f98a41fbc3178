// Reference explorer of Star Grid: breadth-first, one thread, open-addressing set of 128-bit packed states.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <chrono>
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
typedef unsigned __int128 u128;
const int N=C*R, DOWN=V+1, GONE=V+2, NONE=V+1, NOBODY=P;
struct St{ uint8_t cell[P][N]; uint8_t pool[V+1]; uint8_t top,hand,turn,ender,over; };
static u128 pack(const St&s){ u128 x=0; auto put=[&](unsigned v,unsigned n){x=x*n+v;};
 for(int p=0;p<P;p++)for(int i=0;i<N;i++)put(s.cell[p][i],V+3);
 for(int v=0;v<=V;v++)put(s.pool[v],(v==V?S:K)+1);
 put(s.top,V+1);put(s.hand,V+2);put(s.turn,P);put(s.ender,P+1);put(s.over,2);return x;}
static St unpack(u128 x){ St s; auto get=[&](unsigned n){unsigned r=(unsigned)(x%n);x/=n;return r;};
 s.over=get(2);s.ender=get(P+1);s.turn=get(P);s.hand=get(V+2);s.top=get(V+1);
 for(int v=V;v>=0;v--)s.pool[v]=get((v==V?S:K)+1);
 for(int p=P-1;p>=0;p--)for(int i=N-1;i>=0;i--)s.cell[p][i]=get(V+3);return s;}
struct Set{ std::vector<u128> t; size_t mask,n=0; Set(){t.assign(1<<20,~(u128)0);mask=t.size()-1;}
 static size_t h(u128 x){uint64_t a=(uint64_t)x,b=(uint64_t)(x>>64);a^=b*0x9E3779B97F4A7C15ull;a^=a>>32;a*=0xD6E8FEB86659FD93ull;a^=a>>32;a*=0xD6E8FEB86659FD93ull;a^=a>>32;return a;}
 bool add(u128 x){ if(n*10>=t.size()*6){ std::vector<u128> o; o.swap(t); t.assign(o.size()*2,~(u128)0);mask=t.size()-1;
   for(auto y:o)if(y!=~(u128)0){size_t i=h(y)&mask;while(t[i]!=~(u128)0)i=(i+1)&mask;t[i]=y;} }
  size_t i=h(x)&mask; while(t[i]!=~(u128)0){if(t[i]==x)return false;i=(i+1)&mask;} t[i]=x;n++;return true;}};
Set seen; std::vector<u128> cur,nxt; uint64_t gen=0,bad=0,dead=0;
static void emit(const St&s){gen++; u128 x=pack(s); if(seen.add(x)){ nxt.push_back(x);
  for(int v=0;v<=V;v++){int k=s.pool[v]+(s.top==v)+(s.hand==v); for(int p=0;p<P;p++)for(int i=0;i<N;i++)k+=s.cell[p][i]==v; if(k>(v==V?S:K))bad++;} }}
static void fin(St s,int i){int p=s.turn,c=i/R; bool up=true; int v=V; bool same=true;
 for(int r=0;r<R;r++){int x=s.cell[p][c*R+r]; if(x>V)up=false; else if(x!=V){ if(v==V)v=x; else if(v!=x)same=false; }}
 if(up&&same)for(int r=0;r<R;r++)s.cell[p][c*R+r]=GONE;
 bool down=false; for(int j=0;j<N;j++)down|=s.cell[p][j]==DOWN;
 if(s.ender==NOBODY&&!down)s.ender=p; int n=(p+1)%P;
 if(s.ender!=NOBODY&&n==s.ender)s.over=1; else s.turn=n; emit(s);}
int main(){ auto t0=std::chrono::steady_clock::now(); uint64_t over=0; int depth=0;
 for(int v=0;v<=V;v++){St s; memset(&s,0,sizeof s); for(int p=0;p<P;p++)for(int i=0;i<N;i++)s.cell[p][i]=DOWN;
  for(int w=0;w<=V;w++)s.pool[w]=w==V?S:K; if(!s.pool[v])continue; s.pool[v]--; s.top=v;s.hand=NONE;s.turn=0;s.ender=NOBODY;s.over=0;emit(s);}
 while(!nxt.empty()){ depth++; cur.swap(nxt); nxt.clear(); for(u128 x:cur){ St s=unpack(x); if(s.over){over++;continue;} int p=s.turn; uint64_t g0=gen;
   if(s.hand==NONE){ for(int i=0;i<N;i++){int c=s.cell[p][i]; if(c==GONE)continue;
      if(c!=DOWN){St t=s;t.cell[p][i]=s.top;t.top=c;fin(t,i);} else for(int w=0;w<=V;w++)if(s.pool[w]){St t=s;t.pool[w]--;t.cell[p][i]=s.top;t.top=w;fin(t,i);} }
     int sum=0,d=0; for(int w=0;w<=V;w++)sum+=s.pool[w]; for(int q=0;q<P;q++)for(int i=0;i<N;i++)d+=s.cell[q][i]==DOWN;
     if(sum>d)for(int w=0;w<=V;w++)if(s.pool[w]){St t=s;t.pool[w]--;t.hand=w;emit(t);} }
   else { for(int i=0;i<N;i++){int c=s.cell[p][i]; if(c==GONE)continue;
      if(c!=DOWN){St t=s;t.cell[p][i]=s.hand;t.top=c;t.hand=NONE;fin(t,i);} 
      else { for(int w=0;w<=V;w++)if(s.pool[w]){St t=s;t.pool[w]--;t.cell[p][i]=s.hand;t.top=w;t.hand=NONE;fin(t,i);} 
             for(int w=0;w<=V;w++)if(s.pool[w]){St t=s;t.pool[w]--;t.cell[p][i]=w;t.top=s.hand;t.hand=NONE;fin(t,i);} } } }
   if(gen==g0)dead++; } }
 double dt=std::chrono::duration<double>(std::chrono::steady_clock::now()-t0).count();
 printf("P=%d C=%d R=%d V=%d K=%d S=%d distinct=%zu generated=%llu levels=%d over=%llu violations=%llu dead=%llu seconds=%.3f states/s=%.0f\n",P,C,R,V,K,S,seen.n,(unsigned long long)gen,depth,(unsigned long long)over,(unsigned long long)bad,(unsigned long long)dead,dt,seen.n/dt);}
