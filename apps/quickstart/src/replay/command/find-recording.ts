import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InterposeError } from '@interpose/core';
import { callerPath } from './caller-path.ts';

/**
 * The absolute path of a file of recorded runs: where the caller is, else in the folder of recorded
 * data, which is `INTERPOSE_DATA` or `../shared/data` beside the project.
 *
 * Throws `InterposeError` with code `recording_not_found`; its remedy names the public sources.
 */
export function findRecording(path: string): string {
  const candidates = new Set([callerPath(path), resolve(dataFolder(), path)]);
  const found = [...candidates].find((candidate) => existsSync(candidate));
  if (found !== undefined) return found;
  throw new InterposeError(
    'recording_not_found',
    `there is no file ${[...candidates].join(' and no ')}`,
    `get recorded runs from a public source, ${sources}, and give the path of one file, or name their folder in INTERPOSE_DATA`,
  );
}

const sources =
  'https://github.com/SaFo-Lab/AgentDyn (folder runs, MIT) or ' +
  'https://github.com/sierra-research/tau-bench (folder historical_trajectories, MIT)';

function dataFolder(): string {
  const named = process.env['INTERPOSE_DATA'];
  if (named !== undefined && named !== '') return callerPath(named);
  return fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
}
