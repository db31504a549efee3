import { chatCodec } from '../stream/chat/codec.ts';
import { repeatChangedTexts } from '../stream/chat/repeat-changed-texts.ts';
import { splitChunks, varyChunk } from '../stream/chat/split.ts';
import { offeringTools, requestFromContract } from '../translate/chat/request-from-contract.ts';
import {
  messagesToContract,
  offeredTools,
  requestToContract,
} from '../translate/chat/request-to-contract.ts';
import { refusalResponse } from '../translate/chat/refusal.ts';
import { responseFromContract } from '../translate/chat/response-from-contract.ts';
import { responseToContract } from '../translate/chat/response-to-contract.ts';
import { dictsOf } from '../translate/native.ts';
import type { Dialect } from './dialect.ts';

/** `POST /chat/completions`. */
export const chatDialect: Dialect = {
  request: requestToContract,
  messages: messagesToContract,
  changedRequest: requestFromContract,
  response: responseToContract,
  changedResponse: responseFromContract,
  refusal: refusalResponse,
  conversation: () => undefined,
  offered: offeredTools,
  offering: offeringTools,
  withOutputs: (body, outputs) => ({
    ...body,
    messages: dictsOf(body['messages']).map((message) => {
      const output =
        message['role'] === 'tool' ? outputs.get(String(message['tool_call_id'])) : undefined;
      return output === undefined ? message : { ...message, content: output };
    }),
  }),
  splitter: splitChunks,
  vary: varyChunk,
  repeatChangedTexts,
  codec: chatCodec,
};
