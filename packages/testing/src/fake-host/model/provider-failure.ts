/** The error that a fake provider throws. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** The HTTP status of a real provider. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** Whether the same request may succeed when it is repeated. */
  get passing(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}
