import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runCommand } from '../run-command.ts';

/** The dependencies of an app by name; packages of this project come from the tarballs. */
export type Dependencies = Readonly<Record<string, string>>;

/** An app outside the workspace that installs as a user's app does. */
export class FreshApp {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Installs with npm; every package of this project, at any depth, comes from the tarballs. */
  async install(dependencies: Dependencies, tarballs: ReadonlyMap<string, string>): Promise<void> {
    const own = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
    const asked = Object.keys(dependencies).map((name) => [name, own[name] ?? dependencies[name]]);
    const manifest = {
      private: true,
      type: 'module',
      dependencies: Object.fromEntries(asked) as Dependencies,
      overrides: own,
    };
    this.write('package.json', JSON.stringify(manifest, undefined, 2));
    await this.run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline']);
  }

  /** Runs a program in the folder and returns its output; throws with the output if it fails. */
  async run(
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { exitCode, output } = await runCommand(command, {
      folder: this.folder,
      environment: { npm_config_ignore_scripts: 'true', NO_COLOR: '1', ...environment },
    });
    if (exitCode !== 0)
      throw new Error(`${command.join(' ')} ended with ${exitCode} in ${this.folder}:\n${output}`);
    return output;
  }
}
