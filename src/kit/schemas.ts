import {
  array,
  boolean,
  gte,
  lte,
  maxLength,
  nullable,
  number,
  record,
  refine,
  regex,
  string,
  tuple,
  unknown,
  uuid,
} from "zod/mini";

/**
 * The parts of checks for types whose values most lists show. These get them passed, because a list checks nothing: the library comes with the
 * first form.
 */
export const schemas = {
  array,
  boolean,
  gte,
  lte,
  maxLength,
  nullable,
  number,
  record,
  refine,
  regex,
  string,
  tuple,
  unknown,
  uuid,
};

export type Schemas = typeof schemas;
