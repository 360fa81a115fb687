/** The message of a thrown error; of any other thrown value, its text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
