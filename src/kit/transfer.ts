/** The maximum size of a configuration folder, compressed, in megabytes. */
export const maxFolderMegabytes = 10;
/** The maximum number of rows in a configuration folder. */
export const maxFolderRows = 1990;

/** How a row of a configuration folder differs from the space. `missing`: a row of the space that is not in the folder. */
export const transferStates = ["added", "changed", "missing", "unchanged"] as const;
export type TransferState = (typeof transferStates)[number];
