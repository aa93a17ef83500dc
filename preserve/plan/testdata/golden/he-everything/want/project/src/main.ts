// not a document
