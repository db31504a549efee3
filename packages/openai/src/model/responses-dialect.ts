import { responsesCodec } from '../stream/responses/codec.ts';
import { repeatChangedTexts } from '../stream/responses/repeat-changed-texts.ts';
import { splitResponses } from '../stream/responses/split.ts';
import { isDict, textOf } from '../translate/native.ts';
import {
  offeringTools,
  requestFromContract,
} from '../translate/responses/request-from-contract.ts';
import {
  messagesToContract,
  offeredTools,
  requestToContract,
} from '../translate/responses/request-to-contract.ts';
import { refusalResponse } from '../translate/responses/refusal.ts';
import { responseFromContract } from '../translate/responses/response-from-contract.ts';
import { responseToContract } from '../translate/responses/response-to-contract.ts';
import type { Dialect } from './dialect.ts';

/** `POST /responses`. */
export const responsesDialect: Dialect = {
  request: requestToContract,
  messages: messagesToContract,
  changedRequest: requestFromContract,
  response: responseToContract,
  changedResponse: responseFromContract,
  refusal: refusalResponse,
  // A conversation that the service keeps has an id.
  conversation: ({ conversation }) =>
    textOf(isDict(conversation) ? conversation['id'] : conversation),
  offered: offeredTools,
  offering: offeringTools,
  withOutputs: (body) => body,
  splitter: splitResponses,
  vary: () => undefined,
  repeatChangedTexts,
  codec: responsesCodec,
};
