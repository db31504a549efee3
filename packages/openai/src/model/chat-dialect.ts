import { chatCodec } from '../stream/chat/codec.ts';
import { splitChunk } from '../stream/chat/split.ts';
import type { Dialect } from './dialect.ts';
import {
  offering,
  requestFromContract,
  responseFromContract,
} from '../translate/chat/request-from-contract.ts';
import { dictsOf, textOf } from '../translate/native.ts';
import { refusalCompletion } from '../translate/refusal.ts';
import {
  declaredTool,
  messagesToContract,
  requestToContract,
  responseToContract,
  toolName,
} from '../translate/chat/request-to-contract.ts';

/** `POST /chat/completions`. */
export const chatDialect: Dialect = {
  request: requestToContract,
  messages: (body, copy) => messagesToContract(body['messages'], copy),
  changedRequest: requestFromContract,
  response: responseToContract,
  changedResponse: responseFromContract,
  refusal: refusalCompletion,
  conversation: () => undefined,
  offered: (body) =>
    dictsOf(body['tools']).map((native) => {
      const { description, parameters } = declaredTool(native);
      return {
        name: toolName(native),
        origin: 'local',
        description: textOf(description),
        inputSchema: parameters,
        native,
      };
    }),
  offering,
  withOutputs: (body, outputs) => ({
    ...body,
    messages: dictsOf(body['messages']).map((message) => {
      const output =
        message['role'] === 'tool' ? outputs.get(String(message['tool_call_id'])) : undefined;
      return output === undefined ? message : { ...message, content: output };
    }),
  }),
  splitter: () => splitChunk,
  codec: chatCodec,
};
