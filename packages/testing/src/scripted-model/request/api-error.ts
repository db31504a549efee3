/** The fields of the API's error body. */
export interface ApiErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** An error answer of the API: a status, an error body, and headers. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly body: ApiErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Partial<ApiErrorBody> & Pick<ApiErrorBody, 'message'>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = { type: 'invalid_request_error', param: null, code: null, ...body };
    this.headers = headers;
  }
}

/** Returns the API's error for a malformed request. */
export function badRequest(message: string, param: string, code: string | null): ApiError {
  return new ApiError(400, { message, param, code });
}
