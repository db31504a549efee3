import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { atLeast, atMost, type Figure, type Gate, type Part, type Sample } from '../../gate.ts';
import { loadGuardians, type Round } from '../../guardians/load-guardians.ts';
import { startGuardian, type StartedGuardian } from '../../guardians/started-guardian.ts';
import { median } from '../../method/median.ts';
import { shuffle } from '../../method/shuffle.ts';

/** Guardians that store and chain what they decide in PostgreSQL, beside the same guardians without storage. */
export const gate: Gate = {
  id: 'G28',
  name: 'a guardian with storage',
  tolerance: 0.1,
  processes: 1,
  measure,
};

const SERVER = process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';
const ROUNDS = 7;
const ROUND_MS = 2000;
const WARM_MS = 4000;

async function measure(): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-bench-'));
  const database = `guardian_bench_${crypto.randomUUID().slice(0, 8)}`;
  await runOnServer(`create database ${database}`);
  const address = new URL(SERVER);
  address.pathname = `/${database}`;
  const started: StartedGuardian[] = [];
  const start = async (name: string, more: Readonly<Record<string, string>>): Promise<string> => {
    const one = await startGuardian({ INTERPOSE_FOLDER: join(folder, name), ...more });
    started.push(one);
    return one.url;
  };
  try {
    const stored = { INTERPOSE_DATABASE_URL: address.href };
    const bare = { INTERPOSE_STORAGE: 'none' };
    const storing = [await start('1', stored), await start('2', stored)];
    const plain = [await start('3', bare), await start('4', bare)];
    return await compare(storing, plain);
  } finally {
    await Promise.all(started.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
    await runOnServer(`drop database if exists ${database} with (force)`);
  }
}

async function compare(storing: readonly string[], plain: readonly string[]): Promise<Sample> {
  const cases = {
    stored: storing.slice(0, 1),
    bare: plain.slice(0, 1),
    again: plain.slice(0, 1),
    'stored by two': storing,
    'bare by two': plain,
  };
  const rounds = new Map<string, Round[]>();
  for (const urls of [storing, plain]) await loadGuardians(urls, WARM_MS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, urls] of shuffle(Object.entries(cases)))
      rounds.set(name, [...(rounds.get(name) ?? []), await loadGuardians(urls, ROUND_MS)]);
  const of = (name: keyof typeof cases): Measured => summary(rounds.get(name) ?? []);
  return {
    control: of('again').perSecond / of('bare').perSecond,
    parts: [
      ...limits('one process', of('stored'), of('bare')),
      ...limits('two processes', of('stored by two'), of('bare by two')),
    ],
    peers: Object.keys(cases).flatMap((name) => figures(name, of(name as keyof typeof cases))),
  };
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Of every round the median, so that a round that something disturbed does not count. */
function summary(rounds: readonly Round[]): Measured {
  const at = (share: number): number =>
    median(rounds.map(({ times }) => times[Math.floor(times.length * share)] ?? Number.NaN));
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50: at(0.5),
    p99: at(0.99),
  };
}

function limits(name: string, stored: Measured, bare: Measured): readonly Part[] {
  return [
    atLeast(
      `${name}: throughput over that without storage`,
      stored.perSecond / bare.perSecond,
      0.5,
    ),
    atMost(`${name}: p99 over that without storage`, stored.p99 / bare.p99, 2),
  ];
}

function figures(name: string, { perSecond, p50, p99 }: Measured): readonly Figure[] {
  return [
    { name: `${name}: decisions a second`, value: perSecond, unit: 'count' },
    { name: `${name}: p50`, value: p50, unit: 'ms' },
    { name: `${name}: p99`, value: p99, unit: 'ms' },
  ];
}

async function runOnServer(text: string): Promise<void> {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
