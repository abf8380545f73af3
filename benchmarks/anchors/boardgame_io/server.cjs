/*
 * The server of boardgame.io with its store in memory: `node --expose-gc server.cjs PORT FILE`.
 *
 * It knows no rules. A move takes a table to the next state of a game that the file holds. Whole states are sent, as it
 * does unless asked otherwise: to find the changes (`deltaState`) takes it more than ten times the time in long lists.
 */
const { readFileSync } = require('node:fs');
const { ActivePlayers } = require('boardgame.io/core');
const { Origins, Server } = require('boardgame.io/server');

const [port, file] = process.argv.slice(2);
const games = JSON.parse(readFileSync(file, 'utf8'));

const stateAt = (game, step) => ({ game, step, ...games[game].states[step] });

const codex = {
  name: 'codex',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: (_, { game }) => structuredClone(stateAt(game, 0)),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { next: ({ G }) => stateAt(G.game, G.step + 1) },
  playerView: ({ G: { shared, own, step }, playerID }) => {
    const { seats, ...hidden } = own[playerID] ?? own[0];
    return { step, ...shared, ...hidden, seats: shared.seats.map((seat, at) => ({ ...seat, ...seats[at] })) };
  },
};

process.on('SIGUSR2', () => globalThis.gc());
Server({ games: [codex], origins: [Origins.LOCALHOST] }).run(Number(port));
