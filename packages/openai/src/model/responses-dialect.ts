import type { Dialect } from './dialect.ts';
import { dictsOf, isDict, textOf, type Body } from '../translate/native.ts';
import { responsesCodec } from '../stream/responses/codec.ts';
import { splitResponses } from '../stream/responses/split.ts';
import {
  changedResponses,
  changedResponsesRequest,
  offeringTools,
} from '../translate/responses/request-from-contract.ts';
import {
  messagesOfInput,
  nameOfTool,
  originOfTool,
  requestOfResponses,
  responseOfResponses,
} from '../translate/responses/request-to-contract.ts';
import { refusalResponse } from '../translate/responses/refusal.ts';
import { trueUp } from '../stream/responses/repeat-changed-texts.ts';

/** `POST /responses`. */
export const responsesDialect: Dialect = {
  request: requestOfResponses,
  messages: (body, copy) => messagesOfInput(body['input'], copy),
  changedRequest: changedResponsesRequest,
  response: responseOfResponses,
  changedResponse: changedResponses,
  refusal: refusalResponse,
  conversation: conversationOf,
  offered: (body) =>
    dictsOf(body['tools']).map((native) => ({
      name: nameOfTool(native),
      origin: originOfTool(native),
      description: textOf(native['description']),
      inputSchema: native['parameters'],
      native,
    })),
  offering: offeringTools,
  withOutputs: (body) => body,
  splitter: splitResponses,
  trueUp,
  codec: responsesCodec,
};

/** A conversation that the service keeps has an id. */
function conversationOf({ conversation }: Body): string | undefined {
  return textOf(isDict(conversation) ? conversation['id'] : conversation);
}
