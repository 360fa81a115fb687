/** Loads a text file of the program by its address. @throws {TypeError} without a connection; {Error} */
export async function readTextFile(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  return response.text();
}
