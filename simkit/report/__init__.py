"""Reports: what people are told, written once and shown anywhere.

=============  =====================================================================================
`document`     the model: headings, text, sentences, tables, figures, notes
`terminal`     a document as plain text
`html`         as one page that needs nothing from outside
`markdown`     as Markdown, with its pictures beside it
`notebook`     as a notebook shows it
`balance`      the report of a run
`conditions`   under which conditions its figures were found
`course`       how its games go, in sentences
`sentences`    what tables of the analysis say, in words made from their figures
`portrait`     what a table of payoffs says
`reading`      what of a run is read for it
`files`        how a report gets onto the disk
=============  =====================================================================================

A study's own report stands beside the study, in `simkit.studies`.
"""
