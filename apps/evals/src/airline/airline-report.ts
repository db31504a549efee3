import type { RunCase } from '../run-case.ts';
import type { BadRow } from '../row-place.ts';

/** What the airline's policy did to right actions and to recorded runs. */
export interface AirlineReport {
  /** The right actions of all tasks, each task once. */
  readonly rightActions: number;
  /** Of these, the denied ones. */
  readonly falseDenials: number;
  readonly failedRuns: number;
  /** Of these, the ones in which a call that changes the database was denied. */
  readonly failedRunsWithDeniedWrite: number;
  /** Of these, the ones in which a denied call had changed the database in the recording. */
  readonly failedRunsWithDeniedEffect: number;
  /** By the code of the rule, in how many failed runs it denied a call. */
  readonly byRule: Readonly<Record<string, number>>;
  readonly succeededRuns: number;
  readonly succeededRunsWithDeniedWrite: number;
  /** How often the policy wanted a person to decide; here that person says yes. */
  readonly asks: {
    readonly rightActions: number;
    readonly failedRuns: number;
    readonly succeededRuns: number;
  };
  /** What was denied, and where. */
  readonly cases: {
    readonly falseDenials: readonly RunCase[];
    readonly failedRuns: readonly RunCase[];
    readonly succeededRuns: readonly RunCase[];
  };
  readonly badRows: readonly BadRow[];
}
