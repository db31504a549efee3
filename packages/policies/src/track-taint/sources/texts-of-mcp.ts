import type { Dict } from '@interpose/core';

import { isRecord } from '../../shared/values/is-record.ts';
import { stringsIn } from '../text/strings-in.ts';

/** Texts an MCP message brings in; the handshake and the list of tools are the app's own choice of server. */
export function textsOfMcp(message: Dict): readonly string[] {
  const { result, params, error } = message;
  if (isRecord(result) && ('serverInfo' in result || 'tools' in result)) return [];
  return [result, params, error].flatMap(stringsIn);
}
