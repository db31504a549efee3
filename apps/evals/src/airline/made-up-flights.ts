import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A call of a recorded run: its name, its arguments, what came back. */
export type FlightCall = readonly [name: string, args: object, content: string];

/** A recorded run of an airline that nobody has: Ada, a regular member, has a reservation per cabin. */
export interface MadeUpFlightRun {
  readonly task?: number;
  readonly reward: number;
  /** Names and arguments of the right actions. */
  readonly right?: readonly (readonly [string, object])[];
  readonly calls?: readonly FlightCall[];
  /** What the customer says before every call. */
  readonly said?: string;
}

const kept = {
  user_id: 'ada',
  origin: 'BOS',
  destination: 'SEA',
  flight_type: 'one_way',
  flights: [{ flight_number: 'direct', date: '2024-05-20' }],
  passengers: [{}],
  created_at: '2024-05-01T00:00:00',
  total_baggages: 0,
  nonfree_baggages: 0,
  insurance: 'no',
};

/** The reservations by id, named after their cabins. */
export const madeUpReservations: Readonly<Record<'BASIC' | 'ECONOMY' | 'BUSINESS', object>> = {
  BASIC: { ...kept, reservation_id: 'BASIC', cabin: 'basic_economy' },
  ECONOMY: { ...kept, reservation_id: 'ECONOMY', cabin: 'economy' },
  BUSINESS: { ...kept, reservation_id: 'BUSINESS', cabin: 'business' },
};

const users = {
  ada: {
    membership: 'regular',
    payment_methods: {
      card: { source: 'credit_card' },
      certificate: { source: 'certificate' },
    },
    reservations: Object.keys(madeUpReservations),
  },
};

const flights = {
  direct: {
    origin: 'BOS',
    destination: 'SEA',
    scheduled_departure_time_est: '09:00:00',
    scheduled_arrival_time_est: '15:00:00',
    dates: { '2024-05-20': { status: 'available' }, '2024-05-16': { status: 'cancelled' } },
  },
};

/** The run as a row of a file. */
export function madeUpFlightRow(run: MadeUpFlightRun, index: number): object {
  const { task = index, reward, right = [], calls = [], said = 'Yes.' } = run;
  return {
    task_id: task,
    trial: 0,
    reward,
    info: { task: { actions: right.map(([name, kwargs]) => ({ name, kwargs })) } },
    traj: [
      { role: 'system', content: 'Help.' },
      ...calls.flatMap(([name, args, content], place) => [
        { role: 'user', content: said },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${place}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            },
          ],
        },
        { role: 'tool', tool_call_id: `call_${place}`, name, content },
      ]),
      { role: 'assistant', content: 'Done.' },
    ],
  };
}

/** Folders of runs beside their database, for one test file. */
export class MadeUpFlights {
  readonly #root: string = mkdtempSync(join(tmpdir(), 'interpose-airline-'));
  #count = 0;

  write(runs: readonly MadeUpFlightRun[]): string {
    const folder = join(this.#root, `case-${(this.#count += 1)}`);
    mkdirSync(folder);
    this.writeDatabase(folder);
    writeFileSync(join(folder, 'runs.json'), JSON.stringify(runs.map(madeUpFlightRow)));
    return folder;
  }

  writeDatabase(folder: string): void {
    const tables = { users, flights, reservations: madeUpReservations };
    for (const [name, table] of Object.entries(tables))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(table));
  }

  remove(): void {
    rmSync(this.#root, { recursive: true });
  }
}
