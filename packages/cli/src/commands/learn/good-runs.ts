import { InterposeError, type AgentIdentity } from '@interpose/core';

import { usageError, type Given } from '../../program/given.ts';
import type { RecordedSession } from '../../recordings/read-recordings.ts';
import { shownRecordings } from '../../recordings/shown-recordings.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The runs to learn from, read again each time and never kept in memory. */
export class GoodRuns {
  /** Rows that could not be read, and rows that `--where` left out, in one reading. */
  unreadable = 0;
  leftOut = 0;
  readonly #given: Given;
  readonly #terminal: Terminal;
  readonly #wanted: readonly (readonly [field: string, json: string])[];

  /** @throws InterposeError `usage_invalid` for a `--where` that is no `field=value`. */
  constructor(given: Given, terminal: Terminal) {
    this.#given = given;
    this.#terminal = terminal;
    this.#wanted = given.texts('where').map(toWanted);
  }

  /** @throws InterposeError `recording_empty` if no run is left, or none has the field that names the agent. */
  async *read(label: string): AsyncGenerator<RecordedSession, void> {
    this.unreadable = 0;
    this.leftOut = 0;
    let count = 0;
    let named = 0;
    const field = this.#given.text('agent');
    for await (const row of shownRecordings(this.#given, this.#terminal, label)) {
      if (row.kind === 'unreadable') this.unreadable += 1;
      else if (this.#isWanted(row)) {
        count += 1;
        const agent = agentIn(row, field);
        if (agent !== undefined) named += 1;
        yield agent === undefined ? row : { ...row, agent };
      } else this.leftOut += 1;
    }
    if (count === 0)
      throw new InterposeError(
        'recording_empty',
        `no row of ${this.#given.words.join(', ')} is a run that --where asks for`,
        'name recordings of good runs, or ask for other fields',
      );
    if (field !== undefined && named === 0)
      throw new InterposeError(
        'recording_empty',
        `no row of ${this.#given.words.join(', ')} has an agent in its field ${JSON.stringify(field)}`,
        'name a field that holds a text with --agent, or leave it out',
      );
  }

  #isWanted({ run: { metadata } }: RecordedSession): boolean {
    return this.#wanted.every(([field, json]) => JSON.stringify(metadata[field] ?? null) === json);
  }
}

function agentIn(
  { run: { metadata } }: RecordedSession,
  field: string | undefined,
): AgentIdentity | undefined {
  const name = field === undefined ? undefined : metadata[field];
  return typeof name === 'string' && name !== '' ? { id: name } : undefined;
}

function toWanted(text: string): readonly [string, string] {
  const [, field, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (field === undefined)
    throw usageError(`--where is ${JSON.stringify(text)}`, 'write field=value');
  return [field, jsonOf(value)];
}

/** Parses JSON; text that is no JSON is returned as JSON text. */
function jsonOf(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return JSON.stringify(value);
  }
}
