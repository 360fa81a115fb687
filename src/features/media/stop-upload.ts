/** The question before an upload in progress is stopped. */
export const stopUploadQuestion = {
  title: { zh: "停止上传？", en: "Stop the upload?" },
  text: { zh: "正在上传的文件不会保留。", en: "The file being uploaded will not be kept." },
  yes: { zh: "停止上传", en: "Stop upload" },
  no: { zh: "继续上传", en: "Keep uploading" },
};
