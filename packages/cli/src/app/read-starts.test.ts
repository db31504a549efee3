import { expect, test } from 'vitest';

import { AppModules } from '../uses/app-modules.ts';
import { AppStarts } from '../uses/app-starts.ts';
import { startsOf } from './read-starts.ts';

/** Returns the registered adapters of an app without sources, so that every start counts. */
function registeredAdapters(manifest: {
  readonly scripts: Readonly<Record<string, string>>;
}): ReadonlySet<string> {
  return new AppStarts('/app', manifest, new AppModules([])).registered;
}

const REGISTER = '--import @interpose/openai/register';

test.for([
  `node ${REGISTER} app.ts`,
  'node --import=@interpose/openai/register app.ts --port 1',
  `node --env-file .env --watch ${REGISTER} dist/app.js`,
  `node --import "@interpose/openai/register" .`,
  `npm run build && node ${REGISTER} app.ts`,
  `tsx watch ${REGISTER} app.ts`,
  `NODE_OPTIONS='${REGISTER}' node app.ts`,
  `cross-env NODE_OPTIONS="--no-warnings ${REGISTER}" tsx app.ts`,
  `NODE_OPTIONS="${REGISTER}" next start`,
  `export NODE_OPTIONS="${REGISTER}" && node app.ts`,
  `concurrently "node ${REGISTER} app.ts" "vite"`,
  `concurrently "NODE_OPTIONS=--import=@interpose/openai/register node app.ts" vite`,
  `nodemon -e ts --exec "node ${REGISTER} app.ts"`,
  `dotenv -- node ${REGISTER} app.ts`,
])('hooks what is started by %s', (start) => {
  expect([...registeredAdapters({ scripts: { start } })]).toEqual(['@interpose/openai']);
});

test.for([
  `echo ${REGISTER}`,
  `echo node ${REGISTER} app.ts`,
  `eslint ${REGISTER} src`,
  `node ${REGISTER}`,
  `node ${REGISTER} --test`,
  `node ${REGISTER} -e 1`,
  `node app.ts ${REGISTER}`,
  `node a.ts && node ${REGISTER} b.ts`,
  `node --import ./other.ts ./@interpose/openai/register`,
  `node --title ${REGISTER}-not app.ts`,
  `nodemon && NODE_OPTIONS="${REGISTER}" node app.ts`,
  `# "${REGISTER}`,
])('hooks nothing by %s', (start) => {
  expect([...registeredAdapters({ scripts: { start } })]).toEqual([]);
});

test('an adapter is registered only if every start of a file loads it', () => {
  const scripts = {
    start: `node ${REGISTER} --import @interpose/langchain/register app.ts`,
    dev: `tsx watch ${REGISTER} app.ts`,
    lint: 'eslint .',
    test: 'node --test && node one.test.ts',
    eval: 'node -e 1',
  };
  expect([...registeredAdapters({ scripts })]).toEqual(['@interpose/openai']);
  expect(startsOf(scripts).map(({ script }) => script)).toEqual(['start', 'dev']);
  expect([...registeredAdapters({ scripts: { ...scripts, seed: 'node seed.ts' } })]).toEqual([]);
});

test.for([
  [`node ${REGISTER} app.ts --port 1`, ['app.ts']],
  ['tsx watch --env-file .env ./src/app.ts', ['./src/app.ts']],
  ['node -r ./first.js --import=./second.js app.ts', ['app.ts', './first.js', './second.js']],
  ["NODE_OPTIONS='--import ./first.js' node app.ts", ['app.ts', './first.js']],
  ['concurrently "node app.ts"', ['app.ts']],
  ['cd server && node app.ts', undefined],
  ['nodemon', undefined],
  [`NODE_OPTIONS='${REGISTER}' next start`, undefined],
] as const)('%s starts %j', ([start, files]) => {
  expect(startsOf({ start })).toMatchObject([{ script: 'start', ...(files && { files }) }]);
  expect(startsOf({ start })[0]?.files).toEqual(files);
});
