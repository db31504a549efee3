import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The README of a package. */
export class ReadmeText {
  readonly path: string;
  readonly #text: string;

  constructor(packageFolder: string) {
    this.path = join(packageFolder, 'README.md');
    this.#text = readFileSync(this.path, 'utf8');
  }

  /** Its fenced blocks in this language, in order. */
  blocks(language: string): readonly string[] {
    const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
    return [...this.#text.matchAll(fence)].map((match) => match[1]!);
  }

  /** The README with another text between the markers of this name. */
  with(marker: string, text: string): string {
    const parts = this.#text.split(new RegExp(`<!-- /?${marker} -->`));
    if (parts.length !== 3) throw new Error(`the README needs the markers of ${marker} once each`);
    const [before, , after] = parts;
    return `${before}<!-- ${marker} -->\n\n${text}\n\n<!-- /${marker} -->${after}`;
  }
}
