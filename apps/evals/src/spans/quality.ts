/** How many of what was found is right, how many of what is there was found, and both with recall counting double. */
export interface Quality {
  /** 0 where nothing was found. */
  readonly precision: number;
  /** 0 where nothing is labelled. */
  readonly recall: number;
  readonly f2: number;
}

/** The quality of one type, with how often it is labelled. */
export interface TypeQuality extends Quality {
  readonly support: number;
}
