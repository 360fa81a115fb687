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
 * The functions of zod that checks of field types use. They are passed to the checks, because lists show values without checking them: zod is loaded
 * with the first form.
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
