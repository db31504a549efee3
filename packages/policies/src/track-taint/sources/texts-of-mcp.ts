import type { Dict } from '@interpose/core';

import { isRecord } from '../../shared/values/is-record.ts';
import { readingsOf } from './readings-of.ts';
import { stringsIn } from '../text/strings-in.ts';

/** Returns the texts in an MCP message, except the handshake and the list of tools: the app chose that server. */
export function textsOfMcp(message: Dict): readonly string[] {
  const { result, params, error } = message;
  if (isRecord(result) && ('serverInfo' in result || 'tools' in result)) return [];
  return stringsIn(readingsOf([result, params, error]));
}
