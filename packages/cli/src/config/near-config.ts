import { readdirSync } from 'node:fs';

/** A slip of the pen, the ending of another tool, or `.interposerc`. */
const NEAR = /^\W?int\w*(?:p\w?o|ops)\w*\W?(?:c\w*f|rc)/i;

/** The name of a file that is probably meant as the configuration and is not looked for, or nothing. */
export function nearConfig(folder: string): string | undefined {
  return readdirSync(folder).find((file) => NEAR.test(file));
}
