export type PlantedFault = {
  /** The gate that must fail. */
  gate: string;
  fault: string;
  /** A text that the gate must print: a failure for another reason proves nothing. */
  says: string;
  /** Replaces the file, appends to it, or changes one place in it; the same for every named file. */
  plant: { path: string | readonly string[] } & (
    | { content: string }
    | { append: string }
    | { search: string; replacement: string }
  );
};
