import { isRecord } from '../../scripted-model/request/is-record.ts';
import type { Irregularities } from './irregularities.ts';
import type { ArgumentsForm } from '../recorded-run.ts';
import { UnreadableRow } from '../rows/unreadable-row.ts';

/** A call in a message, before its outcome is known. */
export interface WrittenCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
  readonly argumentsForm: ArgumentsForm;
  readonly rawArguments: string;
}

const usualName = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Reads one call in either spelling: `{ id, name, args }` with values, or
 * `{ id, function: { name, arguments } }` with the arguments as JSON text.
 */
export function readCall(call: unknown, path: string, irregular: Irregularities): WrittenCall {
  if (!isRecord(call)) throw new UnreadableRow(`${path} is no object`);
  const called = isRecord(call['function']) ? call['function'] : call;
  const name = readName(called['name'] ?? call['function'], irregular);
  const given = called['arguments'] ?? called['args'] ?? call['args'];
  return { id: readId(call['id'], irregular), name, ...readArguments(given, irregular) };
}

function readName(name: unknown, irregular: Irregularities): string {
  if (typeof name !== 'string' || name.trim() === '') {
    irregular.note('call_without_name');
    return 'unnamed_tool';
  }
  if (!usualName.test(name)) irregular.note('unusual_tool_name');
  if (!name.isWellFormed()) irregular.note('lone_surrogate');
  return name;
}

function readId(id: unknown, irregular: Irregularities): string | undefined {
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  irregular.note('call_without_id');
  return undefined;
}

function readArguments(
  given: unknown,
  irregular: Irregularities,
): Pick<WrittenCall, 'args' | 'argumentsForm' | 'rawArguments'> {
  if (given === undefined || given === null || given === '') {
    irregular.note('arguments_missing');
    return { args: {}, argumentsForm: 'missing', rawArguments: '{}' };
  }
  const rawArguments = typeof given === 'string' ? given : JSON.stringify(given);
  const parsed = typeof given === 'string' ? parse(given) : { value: given };
  if (parsed === undefined) {
    irregular.note('arguments_unparseable');
    return { args: given, argumentsForm: 'unparseable', rawArguments };
  }
  const argumentsForm = isRecord(parsed.value) ? 'object' : 'not-object';
  if (argumentsForm === 'not-object') irregular.note('arguments_not_object');
  return { args: parsed.value, argumentsForm, rawArguments };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
