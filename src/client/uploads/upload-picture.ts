import { call } from "#client/call.ts";

/** Uploads an image and returns its address. @throws {CallProblem} when it is not an image, is too large or exceeds the quota */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.append("fileType", "image");
  form.append("file", file);
  // The call is typed by its fields, not by the multipart form that carries them.
  return (await call("POST Api/File/Upload", form as never)).url;
}

/** The `accept` attribute of inputs for pictures. */
export const acceptedPictures = "image/png,image/jpeg,image/webp,image/gif";
