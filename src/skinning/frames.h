// Normals and tangents of the drawn mesh.
#pragma once

#include <span>

#include "garment_data.h"

namespace toile {

/// Unit normals, area weighted; vertices of one normal group share theirs. Where a group has no area the
/// rest normal's direction is lost and +Y is given. All spans are per vertex of the input mesh.
void smoothNormals(const GarmentData& data, std::span<const Vec3> positions, std::span<Vec3> normals);

/// Unit tangents along +u, orthogonal to the normals; w is +1 where (normal × tangent) points along +v, else −1.
/// Source: Lengyel 2001 (Computing Tangent Space Basis Vectors for an Arbitrary Mesh). `data.uvs` is not empty.
void smoothTangents(const GarmentData& data, std::span<const Vec3> positions, std::span<const Vec3> normals,
                    std::span<Vec4> tangents);

}  // namespace toile
