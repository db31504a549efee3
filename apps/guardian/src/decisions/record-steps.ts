import { randomBytes } from 'node:crypto';

import type { DecisionRecord, Dict } from '@interpose/core';

import type { Recorder } from '../storing/recorder.ts';
import { payloadDigest } from './payload-digest.ts';
import { redactorOf, storedText } from './redact-payload.ts';
import { payloadOf, type StepNote, type StepNotes } from './step-notes.ts';
import { stepOf } from './step-row.ts';
import type { TenantKeys } from './tenant-keys.ts';

/** The settings that recording needs. */
export interface RecordingOptions {
  readonly payloads: 'redacted' | 'none';
  readonly redact: readonly string[];
}

const OWN = 'guardian/';

/** A short prefix that is unique among all guardians. */
const boot = randomBytes(6).toString('hex');
let made = 0;

/** Makes the record of each decision for the chain, with a redacted payload, and returns the part that may be shown. */
export function stepRecording(
  recorder: Pick<Recorder, 'record'>,
  keys: Pick<TenantKeys, 'of'>,
  { payloads, redact }: RecordingOptions,
): (tenant: string, notes: StepNotes, record: DecisionRecord, policies: string) => DecisionRecord {
  const redacted = redactorOf(redact);
  return (tenant, notes, record, policies) => {
    const note = notes.take(record.id);
    const told = withoutOwnHooks(record, note);
    const { text, row } = stepOf(told, {
      tenant,
      id: `${boot}${(++made).toString(36)}`,
      policies,
      source: 'asked',
      parentChatId: note?.parentChatId,
      framework: note?.framework,
      payload: note && digestOf(note.payload, keys.of(tenant)),
    });
    const stored =
      payloads === 'none' || note === undefined ? '' : storedText(redacted(shown(record, note)));
    recorder.record(tenant, text, stored, row);
    return told;
  };
}

/** Removes the guardian's own hooks from a record. */
function withoutOwnHooks(record: DecisionRecord, note: StepNote | undefined): DecisionRecord {
  if (note === undefined) return record;
  const own = note.after === undefined ? 1 : 2;
  const steps = record.steps?.filter(
    ({ hook }) => !hook.startsWith(OWN) || record.by.includes(hook),
  );
  return {
    ...record,
    hooks: Math.max(record.hooks - own, 0),
    ...(steps === undefined ? {} : { steps }),
  };
}

function shown({ changed }: DecisionRecord, { payload, after }: StepNote): Dict {
  return changed && after !== undefined ? { payload, after: payloadOf(after) } : { payload };
}

function digestOf(payload: Dict, key: string | undefined): string | undefined {
  return key === undefined ? undefined : payloadDigest(payload, key);
}
