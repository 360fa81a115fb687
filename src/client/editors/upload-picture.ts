import { call } from "#client/call.ts";

/** Uploads a picture and gives the address under which it is stored. @throws {CallProblem} for what is no picture, is too large or does not fit any more */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.append("fileType", "image");
  form.append("file", file);
  return (await call("POST Api/File/Upload", form as never)).url;
}

/** The pictures that inputs accept. */
export const acceptedPictures = "image/png,image/jpeg,image/webp,image/gif";
