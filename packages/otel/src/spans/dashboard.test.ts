import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { GEN_AI, INTERPOSE } from './semantic-names.ts';

const METRICS: Readonly<Record<string, string>> = {
  [INTERPOSE.decisions]: '_total',
  [INTERPOSE.decisionDuration]: '_seconds_bucket',
  [INTERPOSE.asksWaiting]: '',
  [INTERPOSE.spend]: '_USD_total',
  [GEN_AI.operationDuration]: '_seconds_bucket',
  [GEN_AI.tokenUsage]: '_sum',
};

/** Returns a name as Prometheus writes it. */
const inPrometheus = (name: string): string => name.replaceAll('.', '_');

test('the dashboard shows every metric, by names that the metrics and their attributes have', () => {
  const text = readFileSync(join(import.meta.dirname, '../../dashboards/interpose.json'), 'utf8');
  const { panels } = JSON.parse(text) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const used = new Set(
    panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:interpose|gen_ai)_\w+/g) ?? []),
    ),
  );
  const series = Object.entries(METRICS).map(([name, suffix]) => inPrometheus(name) + suffix);
  const labels = [...Object.values(INTERPOSE), ...Object.values(GEN_AI)].map(inPrometheus);
  expect(series.filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !series.includes(name) && !labels.includes(name))).toEqual([]);
});
