import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { InterposeError, type Dict } from '@interpose/core';
import type { Customer, Flight, Reservation } from './policy/records/airline-records.ts';

import type { WantedFiles } from '../list-data-files.ts';
import { sharedData } from '../shared-data.ts';

/** The airline's database as it is before a run. */
export interface AirlineData {
  readonly users: Readonly<Record<string, Customer>>;
  readonly reservations: Readonly<Record<string, Reservation>>;
  readonly flights: Readonly<Record<string, Flight>>;
}

const source =
  'the recorded runs and the database are those of https://github.com/sierra-research/tau-bench (MIT), folders historical_trajectories and tau_bench/envs/airline/data';

/** The files of recorded runs: every JSON beside the three of the database. */
export const trajectories: WantedFiles = {
  matches: (name) =>
    /\.jsonl?(\.gz)?$/.test(name) && !/^(users|reservations|flights)\.json(\.gz)?$/.test(name),
  kind: 'file of trajectories (.json, .json.gz, .jsonl, .jsonl.gz)',
  source,
};

/**
 * Reads the database that belongs to a file or folder of trajectories: in the folder, beside the file, in the folder
 * above, or in that of the recorded data.
 *
 * @throws InterposeError with code `database_not_found` or `database_unreadable`.
 */
export function readAirlineData(data: string): AirlineData {
  const folder = statSync(data).isDirectory() ? data : dirname(data);
  const places = [folder, dirname(folder), join(sharedData(), 'tau-airline')];
  const read = <Value>(name: string): Readonly<Record<string, Value>> =>
    readTable<Value>(findTable(places, name));
  return { users: read('users'), reservations: read('reservations'), flights: read('flights') };
}

function findTable(places: readonly string[], name: string): string {
  const path = places
    .flatMap((place) => [join(place, `${name}.json`), join(place, `${name}.json.gz`)])
    .find((candidate) => existsSync(candidate));
  if (path !== undefined) return path;
  const problem = `there is no ${name}.json or ${name}.json.gz in ${places.join(', ')}`;
  throw new InterposeError('database_not_found', problem, source);
}

function readTable<Value>(path: string): Readonly<Record<string, Value>> {
  const bytes = readFileSync(path);
  try {
    const table: unknown = JSON.parse(String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes));
    if (!isRecord(table)) throw new Error('it is no object');
    // The database is the benchmark's own and has one format; the policy denies what it cannot find in it.
    return table as Readonly<Record<string, Value>>;
  } catch (error) {
    const problem = `${path} cannot be read: ${(error as Error).message}`;
    throw new InterposeError('database_unreadable', problem, source);
  }
}

function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
