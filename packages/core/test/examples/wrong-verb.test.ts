import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const core = join(import.meta.dirname, '../..');
const TAKEN = 'preToolCall takes allow, deny, modify, respond, ask';
const VERBS = ['allow', 'ask', 'deny', 'modify', 'respond'];

/** What is put where, and the text in the one line that the compiler tells of it. */
const WRONG: readonly (readonly [event: string, hook: string, told: string])[] = [
  ['preToolCall', '() => retry()', TAKEN],
  ['preToolCall', 'async () => retry()', TAKEN],
  ['preToolCall', "({ call }) => { if (call.id) return deny('no'); return retry(); }", TAKEN],
  ['preToolCall', "async ({ call }) => { if (call.id) return deny('no'); return retry(); }", TAKEN],
  ['preToolCall', "() => ({ outcome: 'block', reason: 'x' })", TAKEN],
  ['preToolCall', "() => ({ verb: 'deny', reason: 'x' })", TAKEN],
  ['preToolCall', "() => ({ decision: 'block', reason: 'x' })", TAKEN],
  ['preToolCall', '() => ({ request: {} })', TAKEN],
  ['preToolCall', '() => false', TAKEN],
  ['onResponseDelta', "() => ask('why?')", 'onResponseDelta takes allow, deny, modify'],
  [
    'onResponse',
    "() => ({ blocked: true, reason: 'x' })",
    'onResponse takes allow, deny, modify, respond, ask, retry',
  ],
  ['onMessage', "() => deny('no')", 'onMessage takes no verdict: it is only observed'],
];

const PROGRAM = [
  `import { ask, createHooks, definePolicy, deny, retry } from '${core}/src/index.ts';`,
  'const hooks = createHooks();',
  ...WRONG.map(([event, hook]) => `hooks.addHook('${event}', ${hook});`),
  "hooks.addHook('preToolCall', () => ({ decision: 'deny' }));",
  "definePolicy({ name: 'a', hooks: { preToolCall: () => retry() } });",
  "definePolicy({ name: 'b', hooks: { preToolCall: [{ tool: 'x', run: () => retry() }] } });",
  "hooks.addHook('preToolCall', () => deny('no'));",
].join('\n');

test.each(['typescript', '@typescript/native'])(
  'the compiler %s names the verbs that an event takes in the first line it tells of another',
  async (compiler) => {
    const told = await diagnosticsOf(compiler);
    const inOneLine = told.slice(0, WRONG.length);
    expect(inOneLine.map(({ lines }) => lines.length)).toEqual(WRONG.map(() => 1));
    expect(inOneLine.map(({ lines: [line] }) => /'"([^"]*)"'\.$/.exec(line!)?.[1])).toEqual(
      WRONG.map(([, , verbs]) => verbs),
    );
    const [withoutReason, inPolicy, inList, ...others] = told.slice(WRONG.length);
    expect(withoutReason!.lines.at(-1)).toContain("Property 'reason' is missing");
    for (const { lines } of [inPolicy!, inList!])
      for (const verb of VERBS) expect(lines[0]).toContain(`"${verb}"`);
    expect(others).toEqual([]);
  },
  120_000,
);

interface Told {
  readonly lines: readonly string[];
}

/** What the compiler says of the program, one entry for each mistake, as it prints it on a terminal. */
async function diagnosticsOf(compiler: string): Promise<readonly Told[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wrong-verb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.mts'), PROGRAM);
  const config = {
    extends: join(core, 'tsconfig.json'),
    compilerOptions: {
      types: [],
      isolatedDeclarations: false,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
    },
    include: ['program.mts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(core, '../../node_modules', compiler, 'bin/tsc');
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], (_, stdout) =>
      resolve(stdout),
    );
  });
  const starts = printed.trim().split(/\n(?! )/);
  return starts.map((message) => ({ lines: message.split('\n') }));
}
