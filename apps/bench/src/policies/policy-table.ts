import type { PolicyTime } from './time-case.ts';

/** The times as a table of Markdown, as the README of the policies shows it. */
export function policyTable(times: readonly PolicyTime[]): string {
  const rows = times.map(
    ({ name, microseconds, overSilence }) =>
      `| ${name} | ${microseconds.toFixed(1)} | ${overSilence.toFixed(1)} |`,
  );
  return ['| decision | µs | × a hook that says nothing |', '| --- | --: | --: |', ...rows].join(
    '\n',
  );
}
