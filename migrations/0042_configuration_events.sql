ALTER TABLE "row_change" DROP CONSTRAINT "row_change_verb";
ALTER TABLE "row_change" ADD CONSTRAINT "row_change_verb" CHECK (verb in ('add', 'update', 'delete', 'restore', 'erase', 'signIn', 'signInFailed', 'viewStart', 'viewEnd', 'hostAdd', 'hostProve', 'hostFail', 'hostRemove', 'configurationExport', 'configurationImport'));
