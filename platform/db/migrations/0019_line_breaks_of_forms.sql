update products set
    description = regexp_replace(description, '\r\n?', chr(10), 'g'),
    usage = regexp_replace(usage, '\r\n?', chr(10), 'g'),
    highlights = regexp_replace(highlights, '\r\n?', chr(10), 'g'),
    precautions = regexp_replace(precautions, '\r\n?', chr(10), 'g')
  where concat(description, usage, highlights, precautions) ~ '\r';
