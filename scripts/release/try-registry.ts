import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { FreshApp } from './fresh-app.ts';

const verdaccio = '6.10.4';

/** Publishes the tarballs to a registry on this machine, and installs a package with its dependencies from there. */
export async function tryRegistry(
  folder: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<number> {
  const host = new FreshApp(join(folder, 'registry'));
  await installRegistry(host);
  const port = 4873 + Math.floor(Math.random() * 1000);
  const program = join(host.folder, 'node_modules/verdaccio/bin/verdaccio');
  const words = ['--config', join(host.folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
  const server = spawn(process.execPath, [program, ...words], {
    cwd: host.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.on('close', (exitCode) => reject(new Error(`verdaccio ended with ${exitCode}`)));
      server.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('http address')) resolve();
      });
    });
    return await publishAndInstall(folder, tarballs, `http://127.0.0.1:${port}/`);
  } finally {
    const ended = once(server, 'close');
    server.kill();
    await ended;
  }
}

/** Installs the registry. It asks for a release of node-fetch by a tag, which mirrors may not have. */
async function installRegistry(host: FreshApp): Promise<void> {
  const manifest = {
    private: true,
    dependencies: { verdaccio },
    overrides: { 'node-fetch': '2.7.0' },
  };
  host.write('package.json', JSON.stringify(manifest));
  host.write('config.yaml', settings);
  await host.run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline']);
}

async function publishAndInstall(
  folder: string,
  tarballs: ReadonlyMap<string, string>,
  address: string,
): Promise<number> {
  const app = new FreshApp(join(folder, 'from-registry'));
  app.write(
    '.npmrc',
    `@interpose:registry=${address}\n//${new URL(address).host}/:_authToken=none\n`,
  );
  app.write('package.json', '{ "private": true, "type": "module" }');
  for (const tarball of tarballs.values()) await publish(app, tarball, address);
  const names = [...tarballs.keys()];
  const asked = await Promise.all(names.map((name) => addressOf(name, address)));
  await app.run(['npm', 'install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...asked]);
  app.write(
    'app.js',
    "import { createHooks } from '@interpose/core';\nconsole.log(typeof createHooks);\n",
  );
  const printed = await app.run([process.execPath, 'app.js']);
  if (!printed.includes('function'))
    throw new Error(`the installed core does not load: ${printed}`);
  return names.length;
}

/**
 * Publishes a tarball. It names the registry each time, since a name without a scope would go to the public one. The
 * user's own npm settings are not read, so that none of their logins can be used.
 */
async function publish(app: FreshApp, tarball: string, address: string): Promise<void> {
  const words = [`--registry=${address}`, '--provenance=false', '--tag=latest'];
  await app.run(['npm', 'publish', tarball, ...words], {
    npm_config_registry: address,
    npm_config_userconfig: join(app.folder, '.npmrc'),
    npm_config_globalconfig: join(app.folder, 'none'),
  });
}

/** Returns the address of a package in the local registry: by its name if it has our scope, else by the file. */
async function addressOf(name: string, address: string): Promise<string> {
  if (name.startsWith('@')) return name;
  const response = await fetch(new URL(name, address));
  const { versions } = (await response.json()) as Published;
  const [newest] = Object.values(versions);
  if (newest === undefined) throw new Error(`${name} was not published`);
  return newest.dist.tarball;
}

interface Published {
  readonly versions: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>;
}

const settings = `storage: ./storage
packages:
  '**':
    access: $all
    publish: $all
    unpublish: $all
uplinks: {}
log: { type: stdout, format: pretty, level: http }
`;
