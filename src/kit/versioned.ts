/**
 * What a definition says of its settings' history. When they change their meaning, `version` goes up by one, and `upgrade` makes of a value
 * of any earlier version one of today that looks the same. Records say which version they were written for; without a word it is 1.
 */
export type Versioned<V extends number = number> = {
  version?: V;
  upgrade?: (value: Record<string, unknown>, from: number) => Record<string, unknown>;
};

/** @throws when values of earlier versions would be read as if they were of today */
export function checkVersion({ version = 1, upgrade }: Versioned): void {
  if (version > 1 && upgrade === undefined) throw new Error(`Version ${version} of a definition needs an upgrade.`);
}

/** What a record of this definition says of its version: nothing while there is only one. */
export const versionOf = ({ version = 1 }: Versioned): { version?: number } => (version === 1 ? {} : { version });

/**
 * A value written down in the program for a definition, with the version that it is written for as soon as there are several: raising a
 * version names every place whose value has to be looked at.
 */
export type Written<D> = D extends { example: infer Value; version?: infer V }
  ? { value: Value } & (1 extends V ? object : { version: NonNullable<V> })
  : never;
