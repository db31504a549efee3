import { badRequest } from './api-error.ts';
import { isRecord } from './is-record.ts';

/** One field of a request with its path; reading it as the wrong type throws the API's error. */
export class RequestField {
  readonly value: unknown;
  /** The path as the API writes it, for example `messages[2].content`; empty for the body. */
  readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Returns a field of this object; an absent field can be tested, but not read. */
  field(name: string): RequestField {
    const path = this.path === '' ? name : `${this.path}.${name}`;
    return new RequestField(this.record()[name], path);
  }

  record(): Readonly<Record<string, unknown>> {
    if (!isRecord(this.value)) throw this.wrongType('an object');
    return this.value;
  }

  string(): string {
    if (typeof this.value !== 'string') throw this.wrongType('a string');
    return this.value;
  }

  boolean(): boolean {
    if (typeof this.value !== 'boolean') throw this.wrongType('a boolean');
    return this.value;
  }

  number(lowest: number, highest: number): number {
    if (typeof this.value !== 'number') throw this.wrongType('a number');
    if (this.value < lowest || this.value > highest) {
      throw this.wrongValue(`a number from ${lowest} to ${highest}`);
    }
    return this.value;
  }

  list(): readonly RequestField[] {
    if (!Array.isArray(this.value)) throw this.wrongType('an array');
    return this.value.map((item: unknown, index) => {
      return new RequestField(item, `${this.path}[${index}]`);
    });
  }

  filledList(): readonly RequestField[] {
    const items = this.list();
    if (items.length > 0) return items;
    const code = 'empty_array';
    throw badRequest(`'${this.path}' is an empty array; give at least one item.`, this.path, code);
  }

  oneOf<const Value extends string>(allowed: readonly Value[]): Value {
    const value = this.string();
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw this.wrongValue(`one of ${allowed.join(', ')}`);
    return found;
  }

  wrongValue(expected: string): Error {
    const shown = JSON.stringify(this.value)?.slice(0, 100);
    const message = `'${this.path}' is ${shown}, which is not valid here; give ${expected}.`;
    return badRequest(message, this.path, 'invalid_value');
  }

  private wrongType(expected: string): Error {
    if (this.value === undefined) {
      const message = `'${this.path}' is missing; give ${expected}.`;
      return badRequest(message, this.path, 'missing_required_parameter');
    }
    const kind = Array.isArray(this.value)
      ? 'an array'
      : this.value === null
        ? 'null'
        : typeof this.value;
    const message = `'${this.path}' is ${kind}; give ${expected}.`;
    return badRequest(message, this.path, 'invalid_type');
  }
}
