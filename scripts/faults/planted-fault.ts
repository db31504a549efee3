export type PlantedFault = {
  /** The gate that must turn red. */
  gate: string;
  fault: string;
  /** What the gate must say: red for another reason proves nothing. */
  says: string;
  /** Replaces the file, or appends to it, or changes one place of it. */
  plant: { path: string } & (
    | { content: string }
    | { append: string }
    | { search: string; replacement: string }
  );
};
