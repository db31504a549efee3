export type PlantedFault = {
  /** The gate that must turn red. */
  gate: string;
  fault: string;
  /** What the gate must say: red for another reason proves nothing. */
  says: string;
  /** Replaces the file, or appends to it, or changes one place of it; the same in every file that is named. */
  plant: { path: string | readonly string[] } & (
    | { content: string }
    | { append: string }
    | { search: string; replacement: string }
  );
};
