import type { Dialect } from './dialect.ts';
import { dictsOf, isDict, textOf, type Body } from './native.ts';
import { responsesCodec } from './responses-stream.ts';
import { splitResponses } from './responses-split.ts';
import {
  changedResponses,
  changedResponsesRequest,
  offeringTools,
} from './responses-from-contract.ts';
import {
  messagesOfInput,
  nameOfTool,
  originOfTool,
  requestOfResponses,
  responseOfResponses,
} from './responses-to-contract.ts';
import { refusalResponse } from './synthetic-response.ts';
import { trueUp } from './true-up.ts';

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
