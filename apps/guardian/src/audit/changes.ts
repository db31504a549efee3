import type { Dict } from '@interpose/core';

import type { Recorder } from '../storing/recorder.ts';
import { writeStep, type StepRow } from '../decisions/step-row.ts';
import { ApiError } from '../http/api-error.ts';
import type { Person } from '../people/roles.ts';
import type { Storage } from '../storage/open-storage.ts';

/** A change that a person made at the guardian. */
export interface Change {
  readonly id: string;
  readonly at: number;
  /** For example `token.removed`. */
  readonly what: string;
  readonly by: string;
  readonly reason: string;
  readonly data?: Dict;
}

/** The public description of a change: its kind, a text, and its object. */
export interface ToldChange {
  readonly what: string;
  readonly reason: string;
  readonly data?: Dict;
}

const SHOWN = 200;
/** The session id that changes have. */
const PLACE = 'settings';

/** Adds to the chain of decisions what people change at the guardian: tokens, people, switches, versions, settings. */
export class Changes {
  readonly #recorder: Recorder;
  readonly #storage: Storage;

  constructor(storage: Storage, recorder: Recorder) {
    this.#storage = storage;
    this.#recorder = recorder;
  }

  /**
   * Makes a change and records it.
   *
   * Throws `ApiError` 503 if it cannot be recorded; then nothing is changed. If the disk fails right after the change,
   * the error says that it was made.
   */
  async during<T>(
    by: Pick<Person, 'tenant' | 'name'>,
    change: () => Promise<T>,
    told: (made: T) => ToldChange,
  ): Promise<T> {
    if (this.#recorder.isFull)
      throw new ApiError(503, 'unrecorded', 'the change cannot be written down', {
        remedy: 'bring the database back',
      });
    const made = await change();
    const { tenant, name } = by;
    const before = this.#recorder.unwritten;
    this.#recorder.record(tenant, rowOf(tenant, name, told(made)), '');
    await this.#recorder.written();
    if (this.#recorder.unwritten === before) return made;
    throw new ApiError(503, 'unrecorded', 'the change was made, but could not be written down', {
      remedy: 'make room on the disk, and look whether the change has to be undone',
    });
  }

  /** Returns the newest changes of a tenant. */
  async list(tenant: string): Promise<readonly Change[]> {
    const rows = await this.#storage.within(tenant, (work) =>
      work
        .selectFrom('step')
        .select('record')
        .where('tenant', '=', tenant)
        .where('session_id', '=', PLACE)
        .where('source', '=', 'changed')
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(SHOWN)
        .execute(),
    );
    return rows.map(({ record }) => {
      const { id, at, event: what, user = '', reason = '', data } = JSON.parse(record) as StepRow;
      return { id, at, what, by: user, reason, ...(data === undefined ? {} : { data }) };
    });
  }
}

function rowOf(tenant: string, by: string, { what, reason, data }: ToldChange): string {
  const id = crypto.randomUUID();
  return writeStep(
    {
      event: what,
      id,
      seq: 0,
      at: Date.now(),
      sessionId: PLACE,
      chatId: PLACE,
      agent: { id: 'guardian' },
      user: { id: by },
      decision: 'allow',
      by: [],
      codes: [],
      reason,
      ...(data === undefined ? {} : { data }),
      changed: true,
      hooks: 0,
      mode: 'enforce',
      ms: 0,
    },
    { tenant, id: `c${id}`, policies: '', source: 'changed' },
  );
}
