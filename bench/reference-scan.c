/*
 * Reference implementation in C: distances of one side's placements, like scan.as.ts. At every depth it scans the whole table,
 * expands the states of that depth and ranks every move: the cost of a careful, straightforward program. Ranks are computed by
 * running sums, where scan.as.ts sums anew for every move; bitboards of two words were tried and were no faster.
 *
 *   cc -O3 -march=native -DPIECES=5 reference-scan.c -o reference-scan
 *   reference-scan SIDE [FD]
 *
 * Prints one JSON object; FD, if given, is an open file descriptor to which the table is written afterwards.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A compile-time constant, so that the short loops over pieces are unrolled. */
#ifndef PIECES
#error "compile with -DPIECES=n"
#endif

enum { MAX_SIDE = 9, DIRECTIONS = 6, OFF_BOARD = 127, UNREACHED = 255 };
enum { FREE = 0, PIECE = 1, VISITED = 2 };

/* The board: rows from the goal's tip, row = a + b, a descending within a row. */
static int cells;
static uint8_t neighbour[128][DIRECTIONS];
static uint8_t landing[128][DIRECTIONS];
static uint32_t choose[PIECES + 1][128];

static uint8_t occupied[128];

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void build_board(int side) {
  static const int steps[DIRECTIONS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
  int number[MAX_SIDE][MAX_SIDE];
  cells = 0;
  for (int row = 0; row < 2 * side - 1; row++)
    for (int a = row < side ? row : side - 1; a >= 0 && row - a < side; a--) number[a][row - a] = cells++;
  memset(neighbour, OFF_BOARD, sizeof neighbour);
  memset(landing, OFF_BOARD, sizeof landing);
  for (int a = 0; a < side; a++) {
    for (int b = 0; b < side; b++) {
      for (int d = 0; d < DIRECTIONS; d++) {
        for (int far = 1; far <= 2; far++) {
          int to_a = a + far * steps[d][0], to_b = b + far * steps[d][1];
          if (to_a < 0 || to_b < 0 || to_a >= side || to_b >= side) continue;
          (far == 1 ? neighbour : landing)[number[a][b]][d] = (uint8_t)number[to_a][to_b];
        }
      }
    }
  }
  for (int n = 0; n < 128; n++)
    for (int j = 0; j <= PIECES; j++)
      choose[j][n] = j == 0 ? 1 : n == 0 ? 0 : choose[j - 1][n - 1] + choose[j][n - 1];
}

/* Cells reached by a step, then by chains of jumps. */
static int reach(int from, uint8_t *found) {
  int count = 0;
  /* Branchless: kept or overwritten. */
  for (int d = 0; d < DIRECTIONS; d++) {
    found[count] = neighbour[from][d];
    count += occupied[neighbour[from][d]] == FREE;
  }
  int first_jump = count, next = count, at = from;
  occupied[from] = VISITED;
  for (;;) {
    for (int d = 0; d < DIRECTIONS; d++) {
      int to = landing[at][d];
      if (occupied[to] != FREE || occupied[neighbour[at][d]] != PIECE) continue;
      occupied[to] = VISITED;
      found[count++] = (uint8_t)to;
    }
    if (next == count) break;
    at = found[next++];
  }
  for (int i = first_jump; i < count; i++) occupied[found[i]] = FREE;
  occupied[from] = PIECE;
  return count;
}

/* For each position of the landing piece among the others: the sum of the others' contributions to the rank. */
static void rest_sums(const uint8_t *placement, int lifted, uint32_t *sums) {
  uint32_t sum = 0;
  for (int i = 0; i < PIECES; i++)
    if (i != lifted) sum += choose[i < lifted ? i + 2 : i + 1][placement[i]];
  sums[0] = sum;
  for (int i = 0, place = 1; i < PIECES; i++) {
    if (i == lifted) continue;
    sum += choose[place][placement[i]] - choose[place + 1][placement[i]];
    sums[place++] = sum;
  }
}

static int expand(uint8_t *table, const uint8_t *placement, int depth) {
  uint8_t found[128];
  uint32_t sums[PIECES];
  int moves = 0;
  for (int i = 0; i < PIECES; i++) occupied[placement[i]] = PIECE;
  for (int i = 0; i < PIECES; i++) {
    int count = reach(placement[i], found);
    rest_sums(placement, i, sums);
    for (int j = 0; j < count; j++) {
      int to = found[j], place = 0;
      for (int other = 0; other < PIECES; other++) place += other != i && placement[other] < to;
      uint8_t *entry = table + sums[place] + choose[place + 1][to];
      if (*entry == UNREACHED) *entry = (uint8_t)(depth + 1);
    }
    moves += count;
  }
  for (int i = 0; i < PIECES; i++) occupied[placement[i]] = FREE;
  return moves;
}

static void next_placement(uint8_t *placement) {
  int i = 0;
  while (i + 1 < PIECES && placement[i] + 1 == placement[i + 1]) {
    placement[i] = (uint8_t)i;
    i++;
  }
  placement[i]++;
}

static uint64_t scan_depth(uint8_t *table, uint32_t entries, int depth) {
  uint8_t placement[PIECES];
  uint64_t moves = 0;
  for (int i = 0; i < PIECES; i++) placement[i] = (uint8_t)i;
  for (uint32_t index = 0; index < entries; index++) {
    if (table[index] == depth) moves += (uint64_t)expand(table, placement, depth);
    next_placement(placement);
  }
  return moves;
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 0;
  if (side < 2 || side > MAX_SIDE || PIECES > side * side) {
    fprintf(stderr, "usage: reference-scan SIDE [FD]; compiled for %d pieces on sides up to %d\n", PIECES, MAX_SIDE);
    return 2;
  }
  double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC), last_report = wall;
  build_board(side);
  occupied[OFF_BOARD] = PIECE;
  uint32_t entries = choose[PIECES][cells];
  uint8_t *table = malloc(entries);
  if (!table) {
    fprintf(stderr, "reference-scan: no memory for %u entries\n", entries);
    return 1;
  }
  memset(table, UNREACHED, entries);
  /* The goal occupies the first cells, so its rank is 0. */
  table[0] = 0;
  uint64_t moves = 0, ranked = 1;
  for (int depth = 0; ranked > 0 && depth + 1 < UNREACHED; depth++) {
    ranked = scan_depth(table, entries, depth);
    moves += ranked;
    if (seconds(CLOCK_MONOTONIC) - last_report < 2) continue;
    last_report = seconds(CLOCK_MONOTONIC);
    fprintf(stderr, "reference scan in C: depth %d, %.0f s\n", depth, last_report - wall);
  }
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  wall = seconds(CLOCK_MONOTONIC) - wall;

  uint64_t histogram[256] = {0};
  for (uint32_t index = 0; index < entries; index++) histogram[table[index]]++;
  int last = 255;
  while (last > 0 && histogram[last] == 0) last--;
  printf("{\"entries\":%u,\"moves\":%llu,\"cpuSeconds\":%.6f,\"wallSeconds\":%.6f,\"histogram\":[", entries,
         (unsigned long long)moves, cpu, wall);
  for (int i = 0; i <= last; i++) printf("%s%llu", i ? "," : "", (unsigned long long)histogram[i]);
  printf("]}\n");
  fflush(stdout);
  if (argc > 2) {
    FILE *out = fdopen(atoi(argv[2]), "wb");
    if (!out || fwrite(table, 1, entries, out) != entries || fclose(out) != 0) {
      fprintf(stderr, "reference-scan: the table could not be written\n");
      return 1;
    }
  }
  return 0;
}
