import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

import { dependenciesOf, type AppManifest } from '../../app/read-manifest.ts';
import { SUPPORTED_SDKS } from '../../app/supported-sdks.ts';
import { fine, warning, wrong, type Finding } from './finding.ts';

/** What this version of Node can do. */
export function checkNode(): readonly Finding[] {
  const version = `Node ${process.versions.node}`;
  const can = [
    ...(typeof registerHooks === 'function' ? ['register'] : []),
    ...(process.features.typescript ? ['interpose.config.ts'] : []),
  ];
  if (can.length === 2) return [fine('node', `${version} runs register and interpose.config.ts`)];
  return [
    warning(
      'node',
      `${version} runs ${can.length === 0 ? 'neither register nor' : `${can.join()}, not`} the rest`,
      'use Node 22.18 or later',
    ),
  ];
}

const SPECIFIER = /@interpose\/[a-z-]+\/register/g;

/** `register` hooks modules as they load, so it must be there before the first of them: `--import` sees to that. */
export function checkRegister(folder: string, manifest: AppManifest): readonly Finding[] {
  const named = dependenciesOf(manifest);
  const scripts = Object.entries(manifest.scripts ?? {});
  const started = scripts.filter(([, line]) => line.includes('/register'));
  return [
    ...started.map(([name, line]) => checkScript(name, line, named)),
    ...importedInSource(folder),
  ];
}

function checkScript(name: string, line: string, named: ReadonlyMap<string, string>): Finding {
  const asked = new Set(line.match(SPECIFIER));
  const isFlag = [...asked].every((specifier) => new RegExp(`--import[= ]${specifier}`).test(line));
  const main = line.search(/\s(?!-)\S+\.(?:[cm]?[jt]s)\b/);
  if (!isFlag || (main >= 0 && line.lastIndexOf('/register') > main))
    return wrong(
      'register',
      `the script ${name} names register where Node does not load it first`,
      'write node --import @interpose/<sdk>/register before the file',
    );
  const left = SUPPORTED_SDKS.filter(
    ({ adapter, hasRegister }) =>
      hasRegister && named.has(adapter) && !asked.has(`${adapter}/register`),
  );
  if (left.length === 0) return fine('register', `the script ${name} loads it first`);
  return warning(
    'register',
    `the script ${name} registers not all adapters of the app`,
    `add ${left.map(({ adapter }) => `--import ${adapter}/register`).join(' ')}, or hook those with withHooks`,
  );
}

/** Imports of one file are all loaded before the first of them runs, so an import of register comes too late. */
function importedInSource(folder: string): readonly Finding[] {
  const files = globSync('{*,src/**/*}.{js,mjs,ts,mts,tsx}', {
    cwd: folder,
    exclude: (path) => path.includes('node_modules'),
  });
  return files
    .filter((file) =>
      /^import\s+['"]@interpose\/[a-z-]+\/register['"]/m.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    )
    .map((file) =>
      wrong(
        'register',
        `${file} imports register; the SDK that the same start loads is then loaded already`,
        'start with node --import @interpose/<sdk>/register instead',
      ),
    );
}
