/** What to tell a person about something that was thrown: the message of an error, else the thing as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
