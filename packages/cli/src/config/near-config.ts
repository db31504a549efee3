import { readdirSync } from 'node:fs';

/** Matches a misspelled name, another tool's file ending, or `.interposerc`. */
const NEAR = /^\W?int\w*(?:p\w?o|ops)\w*\W?(?:c\w*f|rc)/i;

/** Returns the name of a file that is probably meant as the configuration but is not loaded, if any. */
export function nearConfig(folder: string): string | undefined {
  return readdirSync(folder).find((file) => NEAR.test(file));
}
