import { codes } from '../../../../packages/core/src/codes/index.ts';
import type { Page } from '../page.ts';

const wide =
  'Errors read `[code] what is wrong; what to do`. Compare codes in your program, never messages: codes stay the same.';

/** Returns a page for each code of a verdict or an error, and a page that lists them. */
export function errorPages(): readonly Page[] {
  const all = Object.entries(codes);
  const rows = all.map(
    ([code, { from, cause }]) => `| [\`${code}\`](./${code}) | ${from} | ${cause} |`,
  );
  const list = [
    '---\npageClass: options\n---',
    '# Error codes',
    wide,
    ['| code | from | what happened |', '| --- | --- | --- |', ...rows].join('\n'),
  ];
  return [
    { path: 'reference/errors/index', markdown: list.join('\n\n') },
    ...all.map(([code, { from, cause, remedy }]) => ({
      path: `reference/errors/${code}`,
      markdown: [
        `---\ntitle: ${code}\n---`,
        `# \`${code}\``,
        `**What happened.** ${cause}`,
        `**What to do.** ${remedy}`,
        `It comes from ${originOf(from)}. [All codes](./).`,
      ].join('\n\n'),
    })),
  ];
}

function originOf(from: string): string {
  if (from === 'core') return 'the dispatcher, `@interpose/core`';
  if (from === 'adapters') return 'every adapter';
  return `\`${from}\``;
}
