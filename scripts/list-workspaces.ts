import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ExportTarget = string | Record<string, string>;

export type Manifest = {
  name: string;
  private?: boolean;
  type?: string;
  sideEffects?: boolean | string[];
  engines?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  exports?: Record<string, ExportTarget>;
  publishConfig?: { provenance?: boolean; exports?: Record<string, ExportTarget> };
};

export type Workspace = { folder: string; manifest: Manifest; tags: string[] };

/** The absolute path of the repository. */
export const repositoryRoot: string = join(import.meta.dirname, '..');

/** Returns every package and app of the workspace, in the order of their folders. Throws if there is none. */
export function listWorkspaces(): Workspace[] {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(repositoryRoot, parent))
      .map((name) => join(parent, name))
      .filter((folder) => existsSync(join(repositoryRoot, folder, 'package.json'))),
  );
  if (folders.length === 0) throw new Error('no workspace found; run this inside the repository');
  return folders.map((folder) => ({
    folder,
    manifest: readJson<Manifest>(join(folder, 'package.json')),
    tags: readTags(folder),
  }));
}

/** Returns the packages that go to the registry. Throws if there is none. */
export function listPublished(): Workspace[] {
  const published = listWorkspaces().filter(({ manifest }) => manifest.private !== true);
  if (published.length === 0) throw new Error('no published package found');
  return published;
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8')) as Shape;
}

function readTags(folder: string): string[] {
  if (!existsSync(join(repositoryRoot, folder, 'turbo.json'))) return [];
  return readJson<{ tags?: string[] }>(join(folder, 'turbo.json')).tags ?? [];
}
