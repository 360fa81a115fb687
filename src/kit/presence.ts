/** Somebody else who has the same page open in the builder. */
export type PersonOnPage = {
  id: string;
  name: string;
  /** The number of their colour, below `colourCount`: the same for everybody on the page. */
  colour: number;
  /** Ids of the records that they have selected. */
  selected: readonly string[];
};

/** The number of colours by which people on a page are told apart. */
export const colourCount = 8;

/** The most records of a selection that others are told of. */
export const maxSelected = 20;
